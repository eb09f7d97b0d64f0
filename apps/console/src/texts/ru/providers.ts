import type { Russian } from '../types.ts'

export const providers: Russian<'providers'> = {
  new: 'Новый провайдер',
}
