import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Page {
  /** Below `/docs`, without slashes at its ends, such as `how-to/users/import`. */
  readonly path: string
  readonly title: string
  /** One sentence, shown by searches and in llms.txt. */
  readonly description: string
  readonly order: number
  readonly label?: string
  /** Markdown without its first heading. A link to a page is `page:<path>`, with `#<heading>` if needed. */
  readonly body: string
}

const root = new URL('../../../', import.meta.url)

export const pathInRepository = (path: string): string => fileURLToPath(new URL(path, root))

export const readRepository = (path: string): string => readFileSync(pathInRepository(path), 'utf8')
