import type { IncomingMessage } from 'node:http'

/**
 * Parsing all headers in Node.js costs a tenth of the response to a document.
 * @param name in lower case, of a header that occurs once
 */
export function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const found = rawHeaders[index] as string
    if (found.length === name.length && found.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
