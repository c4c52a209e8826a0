import type { words as english } from '../en/widget-steps.ts'
import type { Translation } from '../entries.ts'

export const words = {
  html: {
    head: 'En el head de cada página que muestra opiniones:',
    stars:
      'Donde deban estar las estrellas, por lo general bajo el nombre del producto. Cambia el id por el del producto de la página:',
    below: 'Donde deban estar las opiniones, por lo general bajo la descripción. Cambia el id aquí también:',
    list: 'Bajo el nombre de cada producto de la lista, cada uno con su id:',
  },
  react: {
    head: 'En el head de index.html (con Next.js: en el layout):',
    styles: 'En tu hoja de estilos global:',
    component: 'Un archivo con los componentes:',
    use: 'Úsalos donde deban aparecer:',
  },
  vue: {
    head: 'En el head de index.html (con Nuxt: app.head.script en nuxt.config):',
    setup: 'Dile a Vue que los elementos no son componentes suyos:',
    component: 'Un componente:',
    use: 'Úsalo donde deba aparecer:',
  },
  nuvemshop: {
    head: 'Abre los archivos del tema por FTP (Tienda online, Diseño, edición avanzada). Justo antes de </head>:',
    stars: 'Bajo el nombre del producto:',
    below: 'Al final, antes de los productos relacionados:',
    list: 'Bajo el nombre del producto (en algunos temas el archivo tiene otro nombre):',
  },
  woocommerce: {
    head: 'Al final de functions.php de tu tema hijo, o con un plugin como Code Snippets:',
    stars: 'Debajo. Pone las estrellas bajo el título del producto:',
    below: 'Debajo. Pone las opiniones bajo la descripción:',
    list: 'Debajo. Pone las estrellas en la tienda y las categorías, sobre el precio:',
  },
  shopify: {
    head: 'Tienda online, Temas, ⋯, Editar código. Justo antes de </head>:',
    stars:
      'Temas, Personalizar, plantilla de producto: añade un bloque «Liquid personalizado» bajo el título y pega:',
    below:
      'En el mismo lugar añade una sección «Liquid personalizado» bajo la información del producto y pega:',
    list: 'Bajo el título (en Dawn y similares; en otros temas el producto puede llamarse product):',
  },
  'vtex-io': {
    component: 'Un componente en una app tuya:',
    setup: 'La app necesita estos builders y esta dependencia:',
    register: 'Haz bloques de los componentes:',
    use: 'Publica la app, añádela a las dependencias del tema y nombra los bloques donde deban aparecer:',
  },
  'vtex-faststore': {
    component: 'Un componente:',
    register: 'Regístralo con los demás:',
    use: 'Declara una sección con este nombre para el CMS (VTEX: «Creating a new section»), ejecuta faststore cms-sync y añádela a la página de producto:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: en el head de la plantilla, justo antes de </head>:',
    stars: 'En la plantilla de la página de producto, bajo el nombre:',
    below: 'En la misma plantilla, bajo la descripción:',
    setup: 'Al final de la misma plantilla. Rellena el id del producto de la página:',
    list: 'En la plantilla de la vitrina, bajo el nombre:',
  },
  note: {
    react:
      'Con TypeScript, pon widgets-react.d.ts y widgets.d.ts, de la carpeta del script, en tu código: los elementos pasan a ser conocidos.',
    woocommerce:
      'Apaga las opiniones propias de WooCommerce para que no haya dos: WooCommerce, Ajustes, Productos.',
    nuvemshop: 'Haz antes una copia del tema: un tema con código cambiado no recibe actualizaciones.',
    'vtex-faststore': 'En una lista, usa el componente en tu propia tarjeta de producto.',
  },
} as const satisfies Translation<typeof english>
