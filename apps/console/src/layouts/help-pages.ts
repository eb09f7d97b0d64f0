import { useQuery } from '@tanstack/react-query'

interface HelpPage {
  readonly title: string
  readonly url: string
}

/** Reads the documents' index for agents: `- [Title](/docs/page.md): description`. */
export const pagesIn = (index: string): HelpPage[] =>
  [...index.matchAll(/^- \[([^\]]+)\]\((\/docs\/[^)]+?)(?:\.md)?\)/gm)].map(([, title = '', url = '']) => ({
    title,
    url: `${url}/`,
  }))

const most = 5
const shortest = 3

export function useHelpPages(typed: string): readonly HelpPage[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isAsked = typed.length >= shortest
  const { data = [] } = useQuery({
    queryKey: ['documents'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/llms.txt', { signal })
      return response.ok ? pagesIn(await response.text()) : []
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isAsked,
  })
  if (!isAsked) return []
  return data.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).slice(0, most)
}
