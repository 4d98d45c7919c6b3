"""Which adapters serve this home? The only chooser of them: `parts` of a memory, `models`, `nights` of the janitor."""
