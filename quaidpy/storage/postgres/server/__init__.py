"""Where is the server, which tables has it, and what is one transaction?"""
