import type { Russian } from '../types.ts'

export const users: Russian<'users'> = {
  new: 'Новый пользователь',
}
