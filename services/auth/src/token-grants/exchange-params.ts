/** RFC 8693 2.1 */
export const parameters = [
  'audience',
  'resource',
  'scope',
  'requested_token_type',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
] as const

export const repeatable = ['resource', 'audience'] as const

export type ExchangeParams = Readonly<
  Partial<Record<(typeof parameters)[number], string | readonly string[]>>
>
