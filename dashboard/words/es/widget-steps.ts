import type { words as english } from '../en/widget-steps.ts'
import type { Translation } from '../entries.ts'

export const words = {
  html: {
    head: 'En el head de cada página que muestra opiniones:',
    stars: 'Donde van las estrellas, por lo general debajo del nombre del producto:',
    below: 'Donde van las opiniones, por lo general debajo de la descripción, con el mismo producto:',
    list: 'Debajo del nombre de cada producto de la lista, cada uno con su ID:',
    structured:
      'Tu servidor pide esta dirección por cada producto y pone la respuesta en su lugar. La respuesta es JSON-LD, el formato que leen los buscadores:',
  },
  react: {
    head: 'En el head de index.html (con Next.js: en el layout):',
    component: 'Un archivo con los componentes:',
    use: 'Úsalos donde deban aparecer:',
    structured:
      'Opcional, con Next.js u otro servidor de React, en vez de la opción del diseño: estrellas en los resultados de búsqueda:',
  },
  vue: {
    head: 'En el head de index.html (con Nuxt: app.head.script en nuxt.config):',
    setup: 'Configura Vue para tratar los elementos como elementos personalizados:',
    component: 'Un componente:',
    use: 'Úsalo donde deba aparecer:',
    structured:
      'Opcional, con Nuxt, en vez de la opción del diseño: estrellas en los resultados de búsqueda:',
  },
  nuvemshop: {
    head: 'Abre los archivos del tema por FTP (Tienda online, Diseño, edición avanzada). Justo antes de </head>:',
    stars: 'Debajo del nombre del producto:',
    below: 'Al final, antes de los productos relacionados:',
    list: 'Debajo del nombre del producto (en algunos temas el archivo tiene otro nombre):',
  },
  woocommerce: {
    head: 'Al final de functions.php de tu tema hijo, o con un plugin como Code Snippets:',
    stars: 'A continuación. Pone las estrellas debajo del título del producto:',
    below: 'A continuación. Pone las opiniones debajo de la descripción:',
    list: 'A continuación. Pone las estrellas en la tienda y las categorías, arriba del precio:',
    structured:
      'Opcional, debajo de eso, en vez de la opción del diseño: agrega las estrellas a los datos de WooCommerce para los buscadores:',
  },
  shopify: {
    head: 'Tienda online, Temas, ⋯, Editar código. Justo antes de </head>:',
    stars:
      'Temas, Personalizar, plantilla de producto: agrega un bloque “Liquid personalizado” bajo el título y pega:',
    below:
      'En el mismo lugar agrega una sección “Liquid personalizado” bajo la información del producto y pega:',
    list: 'Bajo el título (en Dawn y similares; en otros temas el producto puede llamarse product):',
  },
  'vtex-io': {
    component: 'Un componente en tu app:',
    setup: 'La app necesita estos builders y esta dependencia:',
    register: 'Registra los componentes como bloques:',
    use: 'Publica la app, agrégala a las dependencias del tema y pon los bloques donde deban aparecer:',
  },
  'vtex-faststore': {
    component: 'Un componente:',
    register: 'Regístralo con los demás:',
    use: 'Declara una sección con este nombre para el CMS (VTEX: “Creating a new section”), ejecuta faststore cms-sync y agrégala a la página de producto:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: en el head de la plantilla, justo antes de </head>:',
    stars: 'En la plantilla de la página de producto, debajo del nombre:',
    below: 'En la misma plantilla, bajo la descripción:',
    setup: 'Al final de la misma plantilla. Completa el ID del producto de la página:',
    list: 'En la plantilla de la vitrina, debajo del nombre:',
  },
  note: {
    react:
      'Con TypeScript, copia widgets-react.d.ts y widgets.d.ts, de la carpeta del script, a tu código: contienen los tipos de los elementos.',
    woocommerce:
      'Desactiva las opiniones propias de WooCommerce para no mostrar dos: WooCommerce, Ajustes, Productos.',
    nuvemshop: 'Haz antes una copia del tema: un tema con código cambiado no recibe actualizaciones.',
    'vtex-faststore': 'En una lista, usa el componente en tu propia tarjeta de producto.',
  },
} as const satisfies Translation<typeof english>
