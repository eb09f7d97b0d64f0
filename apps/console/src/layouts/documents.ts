/** Opens the documents of this version in a tab of their own. */
export const openDocuments = (): void => {
  window.open('/docs/', '_blank', 'noopener')
}
