const x = {}; x.y.z();
