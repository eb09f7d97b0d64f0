import { t } from '../../texts/index.ts'

/** Returns the name of a source of claims. */
export function nameOfSource(source: string): string {
  const { sources, field } = t.claims
  return source in sources ? sources[source as keyof typeof sources] : field(source)
}
