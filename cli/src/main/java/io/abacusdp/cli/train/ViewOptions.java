package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.training.gradient.Views;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which views of a picture are averaged before an example is clipped. */
final class ViewOptions {
    @Option(
            names = "--views",
            paramLabel = "K",
            defaultValue = "1",
            converter = NumberConverters.Size.class,
            description = {
                "Average the gradients of K augmented views of a picture before they are clipped, from 1 to 64. An example",
                "still counts once, and costs the same. Needs --shift or --mirror. Default: 1."
            })
    private int views;

    @Option(
            names = "--shift",
            paramLabel = "PIXELS",
            converter = NumberConverters.Size.class,
            description = "Move each view by up to so many pixels up or down, left or right. Default: 0.")
    private @Nullable Integer shift;

    @Option(names = "--mirror", description = "Mirror about half of the views left to right.")
    private boolean mirror;

    Views views() {
        return new Views(views, shift == null ? 0 : shift, mirror);
    }
}
