import type { Message } from '../message.ts'

/** Instead of an error on the registration page, which would tell a stranger who has an account (T24). */
export const alreadyRegistered = ({ project }: { readonly project: string }): Message => ({
  en: {
    subject: `You already have an account at ${project}`,
    lines: [
      `Someone, hopefully you, tried to create an account at ${project} with this address. It has one already.`,
      'Sign in with it, or choose “Forgot your password?” on the sign-in page.',
    ],
    notes: ['If it was not you, nothing needs to be done: nothing was changed.'],
  },
  ru: {
    subject: `У вас уже есть учётная запись в ${project}`,
    lines: [
      `Кто-то (возможно, вы) попытался создать учётную запись в системе «${project}» с этим адресом. Она уже существует.`,
      'Войдите в неё или выберите «Забыли пароль?» на странице входа.',
    ],
    notes: ['Если это были не вы, ничего делать не нужно: ничего не изменилось.'],
  },
  'zh-CN': {
    subject: `您在 ${project} 已有账号`,
    lines: [
      `有人（希望是您本人）尝试用此地址在 ${project} 创建账号，但该地址已有账号。`,
      '请直接登录，或在登录页面选择“忘记密码？”。',
    ],
    notes: ['如果不是您本人操作，无需处理：没有任何更改。'],
  },
})
