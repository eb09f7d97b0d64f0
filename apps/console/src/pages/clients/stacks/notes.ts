/** The English sentences, in a module that the page loads with the examples. */
export { stackNotes } from '@signet/contracts'
