"""Who and what is there, and how does it hang together: entities, edges, relations, ways between them?"""
