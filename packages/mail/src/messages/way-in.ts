import type { Message } from '../message.ts'

/** A sign-in method that was added or removed. */
interface Method {
  /** Name of the provider; absent for the authenticator. */
  readonly provider?: string
  readonly change: 'added' | 'removed'
}

/** What changed about the ways to sign in to an account; a new address is written to the old one. */
export type WayIn = Method | { readonly changed: 'password' | 'address' }

interface Changed {
  readonly project: string
  readonly way: WayIn
  /** The page of the person's account. */
  readonly account: string
}

type Lines = Readonly<Record<'en' | 'ru' | 'zh-CN', string>>

const changedLines = (project: string): Readonly<Record<'password' | 'address', Lines>> => ({
  password: {
    en: `The password of your account at ${project} was changed.`,
    ru: `Пароль вашей учётной записи в системе «${project}» изменён.`,
    'zh-CN': `您在 ${project} 的账号密码已更改。`,
  },
  address: {
    en: `The e-mail address of your account at ${project} was changed. Messages about the account no longer go to this address.`,
    ru: `Адрес электронной почты вашей учётной записи в системе «${project}» изменён. Сообщения о ней больше не приходят на этот адрес.`,
    'zh-CN': `您在 ${project} 的账号的电子邮件地址已更改。有关该账号的邮件将不再发送到此地址。`,
  },
})

function methodLines(project: string, { provider, change }: Method): Lines {
  const added = change === 'added'
  if (provider === undefined)
    return {
      en: `An authenticator app was ${change}: its code is ${added ? 'now' : 'no longer'} asked for when you sign in to your account at ${project}.`,
      ru: `Приложение-аутентификатор ${added ? 'подключено' : 'отключено'}: при входе в вашу учётную запись в системе «${project}» ${added ? 'теперь нужен его код' : 'его код больше не нужен'}.`,
      'zh-CN': `您在 ${project} 的账号已${added ? '启用' : '移除'}身份验证器，登录时${added ? '将需要' : '不再需要'}输入其验证码。`,
    }
  return {
    en: `${provider} was ${change} as a way to sign in to your account at ${project}.`,
    ru: `${added ? 'Добавлен' : 'Удалён'} способ входа в вашу учётную запись в системе «${project}»: ${provider}.`,
    'zh-CN': `您在 ${project} 的账号已${added ? '添加' : '移除'}登录方式：${provider}。`,
  }
}

/** Returns the message to the account holder whose account can be entered in another way than before. */
export const wayInChanged = ({ project, way, account }: Changed): Message => {
  const lines = 'changed' in way ? changedLines(project)[way.changed] : methodLines(project, way)
  return {
    en: {
      subject: `The ways to sign in to ${project} changed`,
      lines: [lines.en],
      action: { label: 'Look at your account', url: account },
      notes: [
        `If you expected this, nothing needs to be done. If not, choose a new password and tell an administrator of ${project} at once.`,
      ],
    },
    ru: {
      subject: `Изменились способы входа в систему «${project}»`,
      lines: [lines.ru],
      action: { label: 'Открыть учётную запись', url: account },
      notes: [
        `Если вы этого ждали, ничего делать не нужно. Если нет, сразу смените пароль и сообщите администратору «${project}».`,
      ],
    },
    'zh-CN': {
      subject: `您在 ${project} 的登录方式已更改`,
      lines: [lines['zh-CN']],
      action: { label: '查看您的账号', url: account },
      notes: [`如果这是您预期的更改，则无需处理。否则请立即更改密码，并告知 ${project} 的管理员。`],
    },
  }
}
