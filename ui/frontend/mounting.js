// A view that is made anew when its data change, and else only follows the colours of the page.

/** A component's default export, from `makeView(parent, data)`, which gives { wear, destroy }. */
function mountedAs(makeView) {
  const views = new WeakMap();
  return ({ data, parentElement }) => {
    let view = views.get(parentElement);
    const of = JSON.stringify({ ...data, palettes: null });
    if (view?.of !== of) {
      view?.destroy();
      view = { of, ...makeView(parentElement, data) };
      views.set(parentElement, view);
    }
    view.wear(data.palettes);
    return () => {
      view.destroy();
      views.delete(parentElement);
    };
  };
}
