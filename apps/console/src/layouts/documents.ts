/** Opens a page of the documents of this version in a tab of its own; by default the first one. */
export const openDocuments = (url = '/docs/'): void => {
  window.open(url, '_blank', 'noopener')
}
