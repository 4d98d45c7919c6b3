"""Who is related to whom, and what is whose? Read: tokens, phrases, parties, roles, acts, finding, keeping."""
