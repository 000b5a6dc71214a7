"""What templates of other rooms ask this one."""
