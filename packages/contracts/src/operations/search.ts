import * as z from 'zod'
import { signedIn } from '../access.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { SearchResult, SearchText } from '../resources/search-result.ts'

export const search = defineOperation({
  tool: 'search',
  isBeyondSpecification: true,
  route: 'GET /search',
  kind: 'read',
  effects: ['none'],
  title: 'Search',
  description:
    'Finds projects, teams, applications, users, groups, APIs, providers, directories and faults in all projects you may read.',
  input: z.strictObject({ q: SearchText }),
  answer: z.strictObject({ results: z.array(SearchResult).max(limits.searchResults.all) }),
  access: signedIn,
  errors: [],
  example: { q: 'acme' },
})
