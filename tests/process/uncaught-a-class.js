throw Error
