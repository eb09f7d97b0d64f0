/** The text of a statement cannot be read from the sources. */
export class Unreadable extends Error {}
