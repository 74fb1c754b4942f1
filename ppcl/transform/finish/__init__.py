"""What is done to a plan before it is carried out, so that its text reads as a person's: lines stay
aligned, comments true, and nothing is left without a use.
"""
