"""What do the rows say: about memories, episodes, the graph, attributes, how much there is?"""
