"""What lies in a home beside the database: locks, inbox, nights, states of hooks, copies?"""
