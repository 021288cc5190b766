export const checkConnection = "Please check your internet connection.";
