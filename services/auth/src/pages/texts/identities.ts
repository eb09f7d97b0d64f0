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
  readonly add: string
  readonly addText: string
  readonly addNamed: (provider: string) => string
  readonly linkedElsewhere: (provider: string) => string
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
    add: 'Add a way to sign in',
    addText: 'You may be asked to sign in again first, so that nobody else adds one.',
    addNamed: (provider) => `Link ${provider}`,
    linkedElsewhere: (provider) => `That account at ${provider} already signs in to another account here.`,
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
    add: 'Добавить способ входа',
    addText: 'Возможно, сначала потребуется войти ещё раз, чтобы способ входа не добавил никто другой.',
    addNamed: (provider) => `Связать с ${provider}`,
    linkedElsewhere: (provider) =>
      `Эта учётная запись в ${provider} уже связана здесь с другой учётной записью.`,
  },
  'zh-CN': {
    title: '登录方式',
    intro: '您可以通过以下提供方登录您的账号。',
    none: '您的账号未关联其他提供方。',
    email: '对方地址',
    since: '关联时间',
    lastUsed: '最近使用',
    remove: '移除关联',
    removeNamed: (provider) => `移除关联：${provider}`,
    onlyWayIn: '这是您唯一的登录方式，因此予以保留。',
    add: '添加登录方式',
    addText: '您可能需要先重新登录，以防他人添加。',
    addNamed: (provider) => `关联 ${provider}`,
    linkedElsewhere: (provider) => `${provider} 的该账号已用于登录此处的另一个账号。`,
  },
}
