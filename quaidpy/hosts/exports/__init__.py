"""What do people export from chats, notes, recordings and assistants?"""
