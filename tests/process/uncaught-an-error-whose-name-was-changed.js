const error = new Error("x"); error.name = "Renamed"; throw error;
