"""What an attacker would try, one file a class; docs/security.md names each."""
