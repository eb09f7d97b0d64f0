/** Opens a page of this version's documents in a tab; by default the first one. */
export const openDocuments = (url = '/docs/'): void => {
  window.open(url, '_blank', 'noopener')
}
