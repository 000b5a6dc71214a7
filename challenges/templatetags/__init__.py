"""What templates of other rooms show of offers."""
