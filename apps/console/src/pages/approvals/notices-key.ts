/** Stored in a browser that shows notifications. */
export const noticesKey = 'signet.notices'
