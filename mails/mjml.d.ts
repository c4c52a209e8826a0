// mjml has no types.
declare module 'mjml' {
  function mjml2html(mjml: string, options: Record<string, unknown>): Promise<{ html: string }>
  export = mjml2html
}
