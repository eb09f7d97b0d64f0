/**
 * Finds the objects of a list, of the document itself or of a member of an object, in chunks of JSON. Only one object is in memory.
 */
export class ElementReader {
  readonly #member: string
  #depth = 0
  /** Null outside of the list. */
  #listDepth: number | null = null
  #isString = false
  #isEscaped = false
  /** Latest string of the outermost object, which is a name when a colon follows. */
  #string = ''
  #name = ''
  #element: string[] | null = null
  #documents = 0

  constructor(member: string) {
    this.#member = member
  }

  get isComplete(): boolean {
    return this.#documents > 0 && this.#depth === 0
  }

  get documents(): number {
    return this.#documents
  }

  /** @returns the texts of the objects that end in the chunk */
  *read(chunk: string): Generator<string> {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const char = chunk.charAt(at)
      if (this.#isString) this.#readString(char)
      else if (char === '"') {
        this.#isString = true
        this.#string = ''
      } else if (char === ':' && this.#depth === 1) this.#name = this.#string
      else if (char === '{' || char === '[') {
        if (char === '{' && this.#depth === this.#listDepth) {
          this.#element = []
          start = at
        }
        this.#open(char)
      } else if (char === '}' || char === ']') {
        this.#depth -= 1
        if (this.#depth === this.#listDepth && this.#element) {
          yield [...this.#element, chunk.slice(start, at + 1)].join('')
          this.#element = null
        } else if (this.#listDepth !== null && this.#depth < this.#listDepth) this.#listDepth = null
      }
    }
    this.#element?.push(chunk.slice(start))
  }

  #readString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (char === '\\') this.#isEscaped = true
    else if (char === '"') this.#isString = false
    if (this.#isString && this.#depth === 1) this.#string += char
  }

  #open(char: string): void {
    const isList = char === '[' && (this.#depth === 0 || (this.#depth === 1 && this.#name === this.#member))
    if (this.#depth === 0) this.#documents += 1
    this.#depth += 1
    if (isList && this.#listDepth === null) this.#listDepth = this.#depth
  }
}
