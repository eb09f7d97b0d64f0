import { t } from '../../texts/index.ts'

export function nameOfSource(source: string): string {
  const { sources, field } = t.claims
  return source in sources ? sources[source as keyof typeof sources] : field(source)
}
