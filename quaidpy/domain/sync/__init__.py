"""What do two copies of a memory say to each other, and which of two edits stands? Read states, then pacing."""
