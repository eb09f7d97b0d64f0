import type { Russian } from '../types.ts'

export const projects: Russian<'projects'> = {
  new: 'Новый проект',
}
