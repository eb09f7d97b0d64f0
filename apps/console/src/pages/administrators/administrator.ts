import type { Answer } from '../../api/client.ts'

export type Administrator = Answer<'admin_list'>['administrators'][number]
