"""How is a server reached: at which address, and with which token?"""
