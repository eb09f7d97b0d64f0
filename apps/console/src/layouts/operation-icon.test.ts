import { Plus, Trash2, Zap } from 'lucide-react'
import { expect, test } from 'vitest'
import { iconOf } from './operation-icon.ts'

test('the icon of a change in the palette shows whether it creates or deletes an object', () => {
  expect(iconOf('client_create').type).toBe(Plus)
  expect(iconOf('team_member_add').type).toBe(Plus)
  expect(iconOf('project_user_delete').type).toBe(Trash2)
  expect(iconOf('client_secret_rotate').type).toBe(Zap)
})
