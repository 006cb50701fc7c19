switch (1) { case 1: throw TypeError('no new') }
