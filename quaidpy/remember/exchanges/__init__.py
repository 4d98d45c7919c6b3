"""What does a reply state, together with what it replies to, and what does somebody put right?"""
