// Evaluated in a page: the least contrasts of its texts and drawings, and what a screen reader needs.
(() => {
  const luminance = color => {
    const [red, green, blue] = color.match(/[\d.]+/g).map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  const against = (selector, property) => {
    const ink = luminance(getComputedStyle(document.querySelector(selector))[property]);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  };
  const texts = ['h1', '.what', 'thead th', 'td', '.notes'].map(one => against(one, 'color'));
  const all = selector => [...document.querySelectorAll(selector)];
  const isNamed = svg => svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label');
  return {
    text: Math.min(...texts, against('svg text', 'fill')),
    drawing: Math.min(against('.spark path', 'stroke'), against('.mark', 'fill')),
    language: document.documentElement.lang,
    title: document.title,
    first: all('h1').length,
    levels: all('h1,h2,h3').map(heading => Number(heading.tagName.slice(1))),
    nameless: all('svg:not([aria-hidden])').filter(svg => !isNamed(svg)).length,
    scopes: all('th').every(heading => heading.scope === (heading.closest('thead') ? 'col' : 'row')),
    captions: all('caption').length === all('table').length,
  };
})();
