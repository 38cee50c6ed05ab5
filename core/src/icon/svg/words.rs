//! The elements and attributes of SVG that are drawn. What is not named here is left out.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name {
            $($variant,)*
        }

        impl $name {
            /// Finds it by its word.
            pub(super) fn of(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Its word.
            pub(super) fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

words! {
    /// An element that is drawn, or that others refer to.
    Tag {
        Circle = "circle",
        ClipPath = "clipPath",
        Defs = "defs",
        Ellipse = "ellipse",
        Filter = "filter",
        Group = "g",
        Image = "image",
        Line = "line",
        LinearGradient = "linearGradient",
        Marker = "marker",
        Mask = "mask",
        Path = "path",
        Pattern = "pattern",
        Polygon = "polygon",
        Polyline = "polyline",
        RadialGradient = "radialGradient",
        Rect = "rect",
        Stop = "stop",
        Svg = "svg",
        Switch = "switch",
        Symbol = "symbol",
        Use = "use",
        Blend = "feBlend",
        ColorMatrix = "feColorMatrix",
        ComponentTransfer = "feComponentTransfer",
        Composite = "feComposite",
        DropShadow = "feDropShadow",
        Flood = "feFlood",
        FuncA = "feFuncA",
        FuncB = "feFuncB",
        FuncG = "feFuncG",
        FuncR = "feFuncR",
        GaussianBlur = "feGaussianBlur",
        Merge = "feMerge",
        MergeNode = "feMergeNode",
        Offset = "feOffset",
    }
}

/// Filter primitives that cost too much for what they give an icon, whatever their parameters.
pub(super) const REFUSED_PRIMITIVES: [&str; 8] = [
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feImage",
    "feMorphology",
    "feSpecularLighting",
    "feTile",
    "feTurbulence",
];

impl Tag {
    /// Whether it draws a path of its own.
    pub(super) fn is_shape(self) -> bool {
        matches!(
            self,
            Self::Circle
                | Self::Ellipse
                | Self::Line
                | Self::Path
                | Self::Polygon
                | Self::Polyline
                | Self::Rect
        )
    }

    /// Whether it is a gradient.
    pub(super) fn is_gradient(self) -> bool {
        matches!(self, Self::LinearGradient | Self::RadialGradient)
    }

    /// Whether `use` may show it.
    pub(super) fn is_usable(self) -> bool {
        self.is_shape()
            || matches!(
                self,
                Self::Group | Self::Image | Self::Svg | Self::Switch | Self::Symbol | Self::Use
            )
    }

    /// Whether others refer to it for what is in it, so that a reference inside may lead back.
    pub(super) fn is_referred(self) -> bool {
        matches!(self, Self::ClipPath | Self::Filter | Self::Marker | Self::Mask | Self::Pattern)
    }
}

words! {
    /// An attribute or property that changes what is drawn.
    Name {
        Amplitude = "amplitude",
        ClipPath = "clip-path",
        ClipPathUnits = "clipPathUnits",
        ClipRule = "clip-rule",
        Color = "color",
        ColorInterpolationFilters = "color-interpolation-filters",
        Cx = "cx",
        Cy = "cy",
        D = "d",
        Display = "display",
        Dx = "dx",
        Dy = "dy",
        Exponent = "exponent",
        Fill = "fill",
        FillOpacity = "fill-opacity",
        FillRule = "fill-rule",
        Filter = "filter",
        FilterUnits = "filterUnits",
        FloodColor = "flood-color",
        FloodOpacity = "flood-opacity",
        Fr = "fr",
        Fx = "fx",
        Fy = "fy",
        GradientTransform = "gradientTransform",
        GradientUnits = "gradientUnits",
        Height = "height",
        Href = "href",
        ImageRendering = "image-rendering",
        In = "in",
        In2 = "in2",
        Intercept = "intercept",
        Isolation = "isolation",
        K1 = "k1",
        K2 = "k2",
        K3 = "k3",
        K4 = "k4",
        MarkerEnd = "marker-end",
        MarkerHeight = "markerHeight",
        MarkerMid = "marker-mid",
        MarkerStart = "marker-start",
        MarkerUnits = "markerUnits",
        MarkerWidth = "markerWidth",
        Mask = "mask",
        MaskContentUnits = "maskContentUnits",
        MaskType = "mask-type",
        MaskUnits = "maskUnits",
        MixBlendMode = "mix-blend-mode",
        Mode = "mode",
        Offset = "offset",
        Opacity = "opacity",
        Operator = "operator",
        Orient = "orient",
        Overflow = "overflow",
        PaintOrder = "paint-order",
        PatternContentUnits = "patternContentUnits",
        PatternTransform = "patternTransform",
        PatternUnits = "patternUnits",
        Points = "points",
        PreserveAspectRatio = "preserveAspectRatio",
        PrimitiveUnits = "primitiveUnits",
        R = "r",
        RefX = "refX",
        RefY = "refY",
        RequiredExtensions = "requiredExtensions",
        RequiredFeatures = "requiredFeatures",
        Result = "result",
        Rx = "rx",
        Ry = "ry",
        ShapeRendering = "shape-rendering",
        Slope = "slope",
        SpreadMethod = "spreadMethod",
        StdDeviation = "stdDeviation",
        StopColor = "stop-color",
        StopOpacity = "stop-opacity",
        Stroke = "stroke",
        StrokeDasharray = "stroke-dasharray",
        StrokeDashoffset = "stroke-dashoffset",
        StrokeLinecap = "stroke-linecap",
        StrokeLinejoin = "stroke-linejoin",
        StrokeMiterlimit = "stroke-miterlimit",
        StrokeOpacity = "stroke-opacity",
        StrokeWidth = "stroke-width",
        SystemLanguage = "systemLanguage",
        TableValues = "tableValues",
        Transform = "transform",
        TransformOrigin = "transform-origin",
        Type = "type",
        Values = "values",
        ViewBox = "viewBox",
        Visibility = "visibility",
        Width = "width",
        X = "x",
        X1 = "x1",
        X2 = "x2",
        Y = "y",
        Y1 = "y1",
        Y2 = "y2",
    }
}

impl Name {
    /// Whether a style sheet or a `style` attribute may set it.
    pub(super) fn is_property(self) -> bool {
        self.is_reference()
            || matches!(
                self,
                Self::ClipRule
                    | Self::Color
                    | Self::ColorInterpolationFilters
                    | Self::Display
                    | Self::FillOpacity
                    | Self::FillRule
                    | Self::FloodColor
                    | Self::FloodOpacity
                    | Self::ImageRendering
                    | Self::Isolation
                    | Self::MaskType
                    | Self::MixBlendMode
                    | Self::Opacity
                    | Self::Overflow
                    | Self::PaintOrder
                    | Self::ShapeRendering
                    | Self::StopColor
                    | Self::StopOpacity
                    | Self::StrokeDasharray
                    | Self::StrokeDashoffset
                    | Self::StrokeLinecap
                    | Self::StrokeLinejoin
                    | Self::StrokeMiterlimit
                    | Self::StrokeOpacity
                    | Self::StrokeWidth
                    | Self::Transform
                    | Self::TransformOrigin
                    | Self::Visibility
            )
    }

    /// Whether it is a property alone, and no attribute.
    pub(super) fn is_style_only(self) -> bool {
        matches!(self, Self::Isolation | Self::MixBlendMode)
    }

    /// Whether its value may be a `url(…)`.
    pub(super) fn is_reference(self) -> bool {
        self.is_paint()
            || matches!(
                self,
                Self::ClipPath
                    | Self::Filter
                    | Self::MarkerEnd
                    | Self::MarkerMid
                    | Self::MarkerStart
                    | Self::Mask
            )
    }

    /// Whether it says what a shape is painted with.
    pub(super) fn is_paint(self) -> bool {
        matches!(self, Self::Fill | Self::Stroke)
    }

    /// Whether its value names a result of a filter, which is a word and no number.
    pub(super) fn is_label(self) -> bool {
        matches!(self, Self::In | Self::In2 | Self::Result)
    }

    /// Whether `tag` is what a reference in it may lead to.
    pub(super) fn leads_to(self, from: Tag, tag: Tag) -> bool {
        match self {
            Self::Fill | Self::Stroke => tag.is_gradient() || tag == Tag::Pattern,
            Self::ClipPath => tag == Tag::ClipPath,
            Self::Filter => tag == Tag::Filter,
            Self::Mask => tag == Tag::Mask,
            Self::MarkerEnd | Self::MarkerMid | Self::MarkerStart => tag == Tag::Marker,
            Self::Href => match from {
                Tag::Use => tag.is_usable(),
                Tag::Pattern => tag == Tag::Pattern,
                Tag::LinearGradient | Tag::RadialGradient => tag.is_gradient(),
                _ => false,
            },
            _ => false,
        }
    }
}
