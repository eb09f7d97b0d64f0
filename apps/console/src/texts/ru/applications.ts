import type { Russian } from '../types.ts'

export const applications: Russian<'applications'> = {
  new: 'Новое приложение',
}
