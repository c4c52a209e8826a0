/** How many feeds a store can have at once. */
export const mostFeeds = 20
