import type { Locale } from '@signet/i18n'

interface IdentityTexts {
  readonly title: string
  readonly intro: string
  readonly none: string
  readonly email: string
  readonly since: string
  readonly lastUsed: string
  readonly remove: string
  readonly removeNamed: (provider: string) => string
  readonly onlyWayIn: string
}

/** Words of the page of linked providers. */
export const identityTexts: Readonly<Record<Locale, IdentityTexts>> = {
  en: {
    title: 'Ways to sign in',
    intro: 'You can sign in to your account through these providers.',
    none: 'Your account is linked to no other provider.',
    email: 'Address there',
    since: 'Linked',
    lastUsed: 'Last used',
    remove: 'Remove link',
    removeNamed: (provider) => `Remove link to ${provider}`,
    onlyWayIn: 'This is your only way to sign in, so it stays.',
  },
  ru: {
    title: 'Способы входа',
    intro: 'Вы можете входить в свою учётную запись через этих провайдеров.',
    none: 'Ваша учётная запись не связана с другими провайдерами.',
    email: 'Адрес там',
    since: 'Связано',
    lastUsed: 'Использовано',
    remove: 'Удалить связь',
    removeNamed: (provider) => `Удалить связь с ${provider}`,
    onlyWayIn: 'Это ваш единственный способ входа, поэтому он остаётся.',
  },
  'zh-CN': {
    title: '登录方式',
    intro: '您可以通过以下提供方登录您的账户。',
    none: '您的账户未关联其他提供方。',
    email: '对方地址',
    since: '关联时间',
    lastUsed: '最近使用',
    remove: '移除关联',
    removeNamed: (provider) => `移除关联：${provider}`,
    onlyWayIn: '这是您唯一的登录方式，因此予以保留。',
  },
}
