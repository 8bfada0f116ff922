// The virtual PN532 and its tags.
