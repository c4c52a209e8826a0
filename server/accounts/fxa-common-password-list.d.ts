declare module 'fxa-common-password-list' {
  const common: {
    /** Whether the password, in small letters, is among the common ones of eight characters or more. */
    test(password: string): boolean
  }
  // biome-ignore lint/style/noDefaultExport: that is what it exports
  export default common
}
