import type { Chinese } from '../types.ts'

export const users: Chinese<'users'> = {
  new: '新建用户',
}
