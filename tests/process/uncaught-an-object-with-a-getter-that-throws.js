const e={get a(){throw 1}}; throw e
