"""Who is who: names found in a text, pronouns, other names, the user, and whom we know already?"""
