"""Data sets as small pictures: in the colours of their classes, two clicks away, by mouse and by keyboard."""

from browsing import DRAWN_OUT, comes_true, drawn_out, exported_page, new_page

COLOURS = """label => {
    const canvas = label.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Map();
    for (let i = 0; i < data.length; i += 4) {
        const colour = [data[i], data[i + 1], data[i + 2]].join();
        if (data[i + 3] === 255) seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
    return [...seen].filter(([, count]) => count > 20).map(([colour]) => colour);
}"""
CLASS_COLOURS = """scene => [0, 1].map(k => {
    const { color } = scene.svmView.hued.look.classLook(k);
    return [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16)).join();
})"""


def title(page):
    return page.locator(".svm-title").inner_text()


def test_in_a_lecture_a_data_set_is_chosen_by_its_picture_in_two_clicks(exported, browser):
    with exported_page(
        browser, exported("MarginExplorer", size="lecture"), viewport={"width": 1280, "height": 800}
    ) as page:
        scene = drawn_out(page)
        page.get_by_role("button", name="data and kernel").click()
        pictures = page.locator(".svm-picture")
        assert comes_true(page, lambda: page.locator(".svm-picture canvas").count() == pictures.count() > 5)
        colours = scene.evaluate(CLASS_COLOURS)
        for picture in pictures.all():
            seen = picture.evaluate(COLOURS)
            assert set(colours) <= set(seen), picture.inner_text()
        pictures.filter(has_text="half moons").click()
        assert comes_true(page, lambda: title(page).startswith("half moons"))
        assert page.get_by_role("radio", name="half moons").is_checked()


def test_beside_the_menu_a_button_brings_the_pictures_and_arrows_go_through_them(exported, browser):
    with exported_page(browser, exported("MarginExplorer")) as page:
        drawn_out(page)
        button = page.get_by_role("button", name="pictures of the data sets")
        group = page.get_by_role("radiogroup", name="data")
        assert not group.is_visible()
        button.focus()
        page.keyboard.press("Enter")
        assert group.is_visible()
        page.keyboard.press("Tab")
        assert group.get_by_role("radio", checked=True).evaluate("node => node === document.activeElement")
        page.keyboard.press("ArrowRight")
        assert comes_true(page, lambda: title(page).startswith("separable"))
        assert page.get_by_role("combobox", name="data").input_value() == "separable", "the menu follows"
        assert group.is_visible(), "arrows go on"
        page.keyboard.press("Escape")
        assert not group.is_visible()
        assert button.evaluate("node => node === document.activeElement")


def test_on_a_phone_the_pictures_leave_the_button_that_brought_them(exported, browser):
    with new_page(browser, offline=True, viewport={"width": 390, "height": 844}) as page:
        page.goto(exported("MarginExplorer", size="lecture").as_uri())
        scene = drawn_out(page)
        button = page.get_by_role("button", name="data and kernel")
        button.click()
        page.locator(".svm-picture", has_text="spirals").click()
        assert comes_true(page, lambda: title(page).startswith("spirals"))
        button.click()
        scene.evaluate(DRAWN_OUT)
        assert not page.get_by_role("radiogroup", name="data").is_visible()
